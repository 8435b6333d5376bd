import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { functionFiles } from './function-files.ts'
import type { Schema } from './read-schema.ts'

/** What the migrations of this version make of an empty database; `npm run schema` writes it. */
export const schemaFile = fileURLToPath(new URL('../../schema.json', import.meta.url))

/**
 * The schema of this version, with the bodies of its functions.
 *
 * @param isCluster without the plan cache modes of functions, which `settleNodes` changes there
 */
export function expectedSchema(isCluster = false): Schema {
  const text = readFileSync(schemaFile, 'utf8')
  const schema: Schema = JSON.parse(
    isCluster ? text.replace(/ set plan_cache_mode=\w+/g, '') : text,
  )
  const files = new Map(functionFiles().map(({ name, text }) => [name, text]))
  return Object.fromEntries(
    Object.entries(schema).map(([object, parts]) => {
      const text = files.get(functionName(object))
      return [object, text === undefined ? parts : { ...parts, body: bodyHash(text) }]
    }),
  )
}

/** A schema as the file has it: without the bodies of functions, so that an edit changes one file. */
export function withoutFunctionFiles(schema: Schema): Schema {
  const names = new Set(functionFiles().map(({ name }) => name))
  return Object.fromEntries(
    Object.entries(schema).map(([object, { body, ...parts }]) => [
      object,
      body === undefined || names.has(functionName(object)) ? parts : { ...parts, body },
    ]),
  )
}

/** `app.busy_spans`, of `app.busy_spans(p_business_id uuid, ...)`; empty for what is no function. */
export const functionName = (object: string): string =>
  object.slice(0, Math.max(0, object.indexOf('(')))

/** The body of a function is between the first and the last pair of dollar signs of its file. */
function bodyHash(text: string): string {
  const body = text.slice(text.indexOf('$$') + 2, text.lastIndexOf('$$'))
  return createHash('md5').update(body).digest('hex')
}
