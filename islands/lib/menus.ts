/**
 * The header's drop-downs, which open and close by themselves: under a mouse too, and closed by Escape, by a click beside them and when
 * focus leaves.
 */

// A panel beside a menu item, and no sheet over the page: there a mouse may open it.
const isWide = matchMedia("(min-width: 992px) and (hover: hover)");
const OPEN_AFTER_MS = 80;
const CLOSE_AFTER_MS = 250;
/** A click so soon after the mouse opened a drop-down meant to open it. */
const SAME_WISH_MS = 500;

const dropDowns = [...document.querySelectorAll<HTMLDetailsElement>(".drop-down")];

function close(except?: Element | null) {
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
  const after = (ms: number, open: boolean) => {
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
  item.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && after(OPEN_AFTER_MS, true));
  item.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && after(CLOSE_AFTER_MS, false));
  if (item.matches(":hover")) {
    after(OPEN_AFTER_MS, true);
  }
  dropDown.querySelector("summary")?.addEventListener("click", (event) => {
    clearTimeout(timer);
    if (performance.now() - openedAt < SAME_WISH_MS) {
      event.preventDefault();
    }
  });
}

addEventListener("focusin", (event) => {
  if (isWide.matches) {
    close((event.target as Element).closest(".drop-down"));
  }
});

addEventListener("click", (event) => close((event.target as Element).closest(".drop-down")));

addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && dropDowns.find((dropDown) => dropDown.open);
  if (open) {
    // A sheet that the drop-down is in stays.
    event.preventDefault();
    open.open = false;
    open.querySelector("summary")?.focus();
  }
});

export {};
