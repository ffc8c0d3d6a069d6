/**
 * The header's drop-downs. Escape and a click outside close them. On wide screens they also open and close with the
 * mouse, and close when focus leaves them.
 */

// On narrow screens the drop-downs are in a sheet over the page, and only clicks open them.
const isWide = matchMedia("(min-width: 992px) and (hover: hover)");
const OPEN_AFTER_MS = 80;
const CLOSE_AFTER_MS = 250;
/** A click within this time after the mouse opened a drop-down does not close it: the visitor meant to open it. */
const CLICK_AFTER_HOVER_MS = 500;

const dropDowns = [...document.querySelectorAll<HTMLDetailsElement>(".drop-down")];

function closeOthers(except?: Element | null) {
  for (const dropDown of dropDowns) {
    if (dropDown !== except) {
      dropDown.open = false;
    }
  }
}

for (const dropDown of dropDowns) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let openedAt = -Infinity;
  const item = dropDown.parentElement ?? dropDown;
  const setOpenAfter = (ms: number, open: boolean) => {
    clearTimeout(timer);
    if (isWide.matches) {
      timer = setTimeout(() => {
        if (open && !dropDown.open) {
          openedAt = performance.now();
        }
        dropDown.open = open;
      }, ms);
    }
  };
  const isMouse = (event: PointerEvent) => event.pointerType === "mouse";
  item.addEventListener("pointerenter", (event) => isMouse(event) && setOpenAfter(OPEN_AFTER_MS, true));
  item.addEventListener("pointerleave", (event) => isMouse(event) && setOpenAfter(CLOSE_AFTER_MS, false));
  if (item.matches(":hover")) {
    setOpenAfter(OPEN_AFTER_MS, true);
  }
  dropDown.querySelector("summary")?.addEventListener("click", (event) => {
    clearTimeout(timer);
    if (performance.now() - openedAt < CLICK_AFTER_HOVER_MS) {
      event.preventDefault();
    }
  });
}

addEventListener("focusin", (event) => {
  if (isWide.matches) {
    closeOthers((event.target as Element).closest(".drop-down"));
  }
});

addEventListener("click", (event) => closeOthers((event.target as Element).closest(".drop-down")));

addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && dropDowns.find((dropDown) => dropDown.open);
  if (open) {
    // Escape closes the drop-down only, not the sheet around it.
    event.preventDefault();
    open.open = false;
    open.querySelector("summary")?.focus();
  }
});

export {};
