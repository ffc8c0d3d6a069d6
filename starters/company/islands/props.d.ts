// Made by `site` from the site's schemas. Changes here are lost.

/** The props of the island `Estimate`. */
export interface EstimateProps {
  /** What the visitor chooses */
  label: string;
  unit: string;
  minimum: number;
  maximum: number;
  /** What is chosen at first */
  start: number;
  services: {
    name: string;
    base: number;
    per_unit: number;
  }[];
  /** The name of the sum */
  total: string;
}
