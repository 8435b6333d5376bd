import { createHash } from 'node:crypto'
import type { Language } from '@silla/locale'

/** Browser code as it was built: what an API serves. */
export interface Release<Chunk extends string = string> {
  /** Changes with every byte of every file: the folder of the immutable addresses. */
  hash: string
  files: ReadonlyMap<string, ReleaseFile>
  /** What is loaded first for each of them: for `<link rel="modulepreload">`. */
  chunks: Readonly<Record<Chunk, readonly string[]>>
}

export interface ReleaseFile {
  content: Buffer
  /** For the attribute `integrity` of a script: `sha384-...`. */
  integrity: string
}

/**
 * The built widget. `silla.js` is its entry; the other files are loaded by it from `/widget/{hash}/`,
 * first of all the chunks of the element and the language.
 */
export type Widget = Release<ChunkName>

export const elements = ['booking', 'manage'] as const

export type ElementName = (typeof elements)[number]

/** `manage-es`: the texts that only one element has. */
export type ChunkName = ElementName | Language | `manage-${Language}`

export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`
