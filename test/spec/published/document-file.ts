import { readFile } from 'node:fs/promises'
import type { OpenApi } from '../facts/open-api.ts'

export const documentFile = new URL('../../../docs/openapi.json', import.meta.url)

/** The document as it is checked in. */
export const readDocumentFile = async (): Promise<OpenApi> =>
  JSON.parse(await readFile(documentFile, 'utf8'))
