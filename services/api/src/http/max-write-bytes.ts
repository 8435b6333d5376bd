/** How much of a body is written at once. */
export const maxWriteBytes = 64 * 1024
