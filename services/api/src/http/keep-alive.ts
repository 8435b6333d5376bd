/** How long a connection without requests stays open. */
export const keepAliveMilliseconds = 72_000
