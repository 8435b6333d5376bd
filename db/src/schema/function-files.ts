import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const functionsFolder = fileURLToPath(new URL('../../functions', import.meta.url))

/** A file of `db/functions`. */
export interface FunctionFile {
  /** schema.function, as in the file name */
  name: string
  text: string
  hash: string
}

export const functionFiles = (): FunctionFile[] =>
  readdirSync(functionsFolder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(`${functionsFolder}/${file}`, 'utf8')
      return {
        name: file.replace(/\.sql$/, ''),
        text,
        hash: createHash('sha256').update(text).digest('hex'),
      }
    })
