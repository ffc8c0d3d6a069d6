/** What each service costs for a garden of the size that the visitor chooses. Without scripts it shows the prices for the first size. */

import { useEffect, useState } from "react";
import type { EstimateProps } from "./props";

const STEP = 10;

export default function Estimate({ label, unit, minimum, maximum, start, services, total }: EstimateProps) {
  const [size, setSize] = useState(start);
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const prices = services.map(({ name, base, per_unit }) => ({ name, price: Math.round(base + per_unit * size) }));
  const chosen = `${size} ${unit}`;
  return (
    <>
      <label htmlFor="estimate-size">{label}</label> <output htmlFor="estimate-size">{chosen}</output>
      <input
        id="estimate-size"
        type="range"
        min={minimum}
        max={maximum}
        step={STEP}
        value={size}
        aria-valuetext={chosen}
        disabled={!isReady}
        onChange={(event) => setSize(Number(event.target.value))}
      />
      <table>
        <tbody>
          {prices.map(({ name, price }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{price}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{total}</th>
            <td>{prices.reduce((sum, { price }) => sum + price, 0)}</td>
          </tr>
        </tfoot>
      </table>
    </>
  );
}
