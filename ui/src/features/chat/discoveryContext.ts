import { createContext, useContext } from "react";

/** The discovery that the open panel is about. */
const DiscoveryContext = createContext<string>("");

export const DiscoveryProvider = DiscoveryContext.Provider;

export function useDiscovery(): string {
	return useContext(DiscoveryContext);
}
