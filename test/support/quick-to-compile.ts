import type { Options } from 'ajv/dist/2020.js'

/**
 * Options of Ajv for schemas that check a few values each. Compiling them takes far longer than
 * checking, and half of it goes into writing each schema into those that refer to it, and into
 * making the code shorter.
 */
export const quickToCompile = { inlineRefs: false, code: { optimize: false } } satisfies Options
