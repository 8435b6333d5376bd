import { createHash } from 'node:crypto'
import type { Language } from '@silla/locale'

/** The built widget: what an API serves under `/widget/`. */
export interface Widget {
  /** Changes with every byte of every file: the folder of the immutable addresses. */
  hash: string
  /** By name. `silla.js` is the entry; the others are loaded by it from `/widget/{hash}/`. */
  files: ReadonlyMap<string, WidgetFile>
  /** What the entry loads first for each element and language: for `<link rel="modulepreload">`. */
  chunks: Readonly<Record<ChunkName, readonly string[]>>
}

export interface WidgetFile {
  content: Buffer
  /** For the attribute `integrity` of a script: `sha384-...`. */
  integrity: string
}

export const elements = ['booking', 'manage'] as const

export type ElementName = (typeof elements)[number]

/** `manage-es`: the texts that only one element has. */
export type ChunkName = ElementName | Language | `manage-${Language}`

export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`
