/** The name of an entity within its discovery: its kind's letter, and a number that is never given again ("F-12"). */
export type Label = string;
