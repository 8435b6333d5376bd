import type { YamlDocument } from '../salon-file/parse/yaml-document.ts'
import type { SalonFileProblem } from '../salon-file/salon-file-error.ts'
import type { CatalogPart } from './columns.ts'

/**
 * Some of a salon's catalogue as somebody wrote it, read but not yet checked: that takes the rest
 * of the salon.
 */
export interface CatalogFile {
  fileName: string
  parts: Partial<Record<CatalogPart, ReadonlyMap<string, Entry>>>
  /** What is wrong with it already, to be told together with the rest. */
  problems: readonly SalonFileProblem[]
  /** A problem at a place of the salon file, told at the place of this file that it came from. */
  problem: YamlDocument['problem']
}

/**
 * The words that are written for one handle; one that is null is to be left out, one that is
 * missing stays as it is.
 */
export type Entry = ReadonlyMap<string, EntryValue>

/**
 * A value as the salon file has it, or texts by language of which the others stay; '' is the main
 * language, null leaves one out.
 */
export type EntryValue = { value: unknown } | { texts: ReadonlyMap<string, string | null> }
