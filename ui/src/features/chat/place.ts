import { createContext, useContext } from "react";

/** The discovery that the open panel is about. */
const Place = createContext<string>("");

export const PlaceProvider = Place.Provider;

export function useDiscovery(): string {
	return useContext(Place);
}
