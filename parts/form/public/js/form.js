// Checks and sends the forms of the component Form without leaving the page. Without this script the browser does both.

for (const form of document.querySelectorAll("form[data-form]")) {
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wrong = [...form.querySelectorAll(".form-field")].map(check).find(Boolean);
    if (wrong) {
      wrong.focus();
    } else if (!form.dataset.busy) {
      send(form);
    }
  });
  form.addEventListener("input", (event) => {
    const field = event.target.closest("[aria-invalid=true]")?.closest(".form-field");
    if (field) {
      check(field);
    }
  });
}

/** Shows what is wrong with the value of a field. Returns its first wrong control. */
function check(field) {
  const controls = [...field.querySelectorAll("input, select, textarea")];
  const wrong = controls.find((control) => !control.validity.valid || !hasLength(control));
  const message = field.querySelector(".form-message");
  message.textContent = wrong ? wrong.dataset.message || wrong.validationMessage : "";
  message.hidden = !wrong;
  const marked = field.matches("fieldset") ? field : controls[0];
  marked.setAttribute("aria-invalid", wrong !== undefined);
  return wrong;
}

function hasLength({ dataset, value }) {
  const lengths = dataset.lengths?.split(" ").map(Number);
  return !lengths || value === "" || lengths.includes(value.length);
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
