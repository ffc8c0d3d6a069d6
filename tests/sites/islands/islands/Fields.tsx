import { useId, useState } from "react";

export default function Fields() {
  const id = useId();
  const [text, setText] = useState("");
  const [note, setNote] = useState("first");
  const [ticked, setTicked] = useState(false);
  const [colour, setColour] = useState("red");
  const [size, setSize] = useState("m");
  return (
    <form>
      <label htmlFor={`${id}text`}>Text</label>
      <input id={`${id}text`} name="text" value={text} onChange={(event) => setText(event.target.value)} />
      <label htmlFor={`${id}free`}>Free</label>
      <input id={`${id}free`} name="free" defaultValue="" />
      <label htmlFor={`${id}note`}>Note</label>
      <textarea id={`${id}note`} name="note" value={note} onChange={(event) => setNote(event.target.value)} />
      <label>
        <input type="checkbox" name="tick" checked={ticked} onChange={(event) => setTicked(event.target.checked)} /> Tick
      </label>
      {["s", "m", "l"].map((value) => (
        <label key={value}>
          <input type="radio" name="size" value={value} checked={size === value} onChange={() => setSize(value)} /> {value}
        </label>
      ))}
      <label htmlFor={`${id}colour`}>Colour</label>
      <select id={`${id}colour`} name="colour" value={colour} onChange={(event) => setColour(event.target.value)}>
        <option>red</option>
        <option>green</option>
      </select>
      <label htmlFor={`${id}stop`}>Stop</label>
      <select id={`${id}stop`} onChange={() => setNote("changed")}>
        <option disabled>Choose one</option>
        <option>Harbour</option>
      </select>
      <output>{[text, note, String(ticked), size, colour].join(" ")}</output>
      <button type="button">Save</button>
    </form>
  );
}
