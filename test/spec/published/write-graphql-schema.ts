import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Flags } from '@oclif/core'
import { readOptions } from '../../support/program-options.ts'
import {
  breakingChanges,
  currentSchema,
  introspectionFile,
  introspectionTypes,
  readSchemaFile,
  schemaFile,
} from './graphql-schema.ts'

const { breaking: isIntended } = await readOptions({
  command: 'npm run graphql-schema',
  about: "Writes docs/schema.graphql and the client's types.",
  options: { breaking: Flags.boolean({ description: 'write it although it breaks clients' }) },
})
const own = currentSchema()
const breaking = existsSync(schemaFile) ? breakingChanges(await readSchemaFile(), own) : []
if (breaking.length > 0 && !isIntended) {
  console.error(
    `${breaking.join('\n')}\nThese changes break clients. If that is intended: npm run graphql-schema -- --breaking`,
  )
  process.exitCode = 1
} else {
  await writeFile(schemaFile, own)
  await writeFile(introspectionFile, introspectionTypes(own))
}
