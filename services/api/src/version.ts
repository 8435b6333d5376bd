import { createRequire } from 'node:module'

/** The version of this API, as its package says. */
export const version: string = createRequire(import.meta.url)('../package.json').version
