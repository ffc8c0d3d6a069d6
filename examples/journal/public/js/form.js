// Checks and sends the forms of the component Form without leaving the page. Without this script the browser does both.

for (const form of document.querySelectorAll("form[data-form]")) {
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wrong = controls(form).filter((control) => !check(control));
    if (wrong[0]) {
      wrong[0].focus();
    } else if (!form.dataset.busy) {
      send(form);
    }
  });
  form.addEventListener("input", (event) => {
    if (event.target.getAttribute("aria-invalid")) {
      check(event.target);
    }
  });
}

/** The controls that people fill in. */
function controls(form) {
  return [...form.querySelectorAll(".form-field :is(input, select, textarea)")];
}

/** Shows what is wrong with a value. Returns whether it is right. */
function check(control) {
  const lengths = control.dataset.lengths?.split(" ").map(Number);
  const isLength = !lengths || control.value === "" || lengths.includes(control.value.length);
  const isRight = control.validity.valid && isLength;
  const message = document.getElementById(`${control.id}-message`);
  message.textContent = isRight ? "" : control.dataset.message || control.validationMessage;
  message.hidden = isRight;
  if (isRight) {
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
  } else {
    control.setAttribute("aria-invalid", "true");
    control.setAttribute("aria-describedby", message.id);
  }
  return isRight;
}

/** Sends a form, and shows what came of it. */
async function send(form) {
  const button = form.querySelector("button[type=submit]");
  const failure = form.querySelector("[data-failure]");
  const label = button.textContent;
  form.dataset.busy = "true";
  button.setAttribute("aria-disabled", "true");
  button.textContent = `${form.dataset.sending} …`;
  failure.hidden = true;
  const values = new FormData(form);
  const body = form.dataset.form === "urlencoded" ? new URLSearchParams(values) : values;
  const isSent = await fetch(form.action, { method: "POST", body }).then((response) => response.ok, () => false);
  delete form.dataset.busy;
  button.removeAttribute("aria-disabled");
  button.textContent = label;
  failure.hidden = isSent;
  if (isSent) {
    const thanks = form.nextElementSibling;
    form.hidden = true;
    thanks.hidden = false;
    thanks.focus();
  }
}
