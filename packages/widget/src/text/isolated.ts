/** A text that keeps its own direction inside another one, such as an address in Arabic. */
export const isolated = (text: string): string => `\u2068${text}\u2069`
