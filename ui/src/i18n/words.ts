import type english from "./en";

/** German has to have every key that English has, and no other. */
export type Translation<English> = { [Key in keyof English]: string };

type Written = keyof typeof english;

/** A key as it is asked for: plural forms are written `x_one`, `x_other` and asked for as `x`. */
export type WordKey = Written extends infer Key ? (Key extends `${infer Base}_${"one" | "other"}` ? Base : Key) : never;
