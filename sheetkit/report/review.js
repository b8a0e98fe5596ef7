"use strict";
// What is chosen on this page becomes photo.marks.json; nothing leaves the machine by itself.
const kept = JSON.parse(document.getElementById("kept").textContent);
const forms = [...document.querySelectorAll("fieldset")];
const state = document.getElementById("state");
const save = document.getElementById("save");

function chosen(form) {
  const input = form.querySelector("input:checked");
  return input && input.value;
}

function answers() {
  const sheets = new Map(kept.sheets.map((sheet) => [sheet.number, structuredClone(sheet)]));
  for (const form of forms) {
    const answer = chosen(form);
    const number = Number(form.dataset.number);
    if (!answer) continue;
    if (!sheets.has(number)) {
      sheets.set(number, { sheet: form.dataset.sheet, number, answers: {} });
    }
    sheets.get(number).answers[form.dataset.cell] = answer;
  }
  const order = [...sheets.values()].sort((one, other) => one.number - other.number);
  return JSON.stringify({ ...kept, sheets: order }, null, 1) + "\n";
}

function count() {
  const done = forms.filter(chosen).length;
  state.textContent = `${done} of ${forms.length} answered`;
  save.disabled = done === 0;
}

async function saveFile() {
  const name = save.dataset.file;
  if (window.showSaveFilePicker) {
    try {
      const file = await window.showSaveFilePicker({ suggestedName: name });
      const stream = await file.createWritable();
      await stream.write(answers());
      await stream.close();
      state.textContent = `saved as ${file.name}`;
      return;
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  const link = document.createElement("a");
  link.href = "data:application/json;charset=utf-8," + encodeURIComponent(answers());
  link.download = name;
  link.click();
  state.textContent = `downloaded as ${name}; move it beside the photo`;
}

function typed(event) {
  const form = event.target.closest && event.target.closest("fieldset");
  if (!form || event.ctrlKey || event.metaKey || event.altKey) return;
  const input = form.querySelector(`input[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!input) return;
  input.checked = true;
  count();
  const next = forms[forms.indexOf(form) + 1];
  (next ? next.querySelector("input") : save).focus();
}

document.addEventListener("change", count);
document.addEventListener("keydown", typed);
save.addEventListener("click", saveFile);
count();
