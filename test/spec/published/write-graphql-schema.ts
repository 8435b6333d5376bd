import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import {
  breakingChanges,
  currentSchema,
  introspectionFile,
  introspectionTypes,
  readSchemaFile,
  schemaFile,
} from './graphql-schema.ts'

// npm run graphql-schema: writes docs/schema.graphql and the client's types. Breaking changes need
// --breaking.

const own = currentSchema()
const breaking = existsSync(schemaFile) ? breakingChanges(await readSchemaFile(), own) : []
if (breaking.length > 0 && !process.argv.includes('--breaking')) {
  console.error(
    `${breaking.join('\n')}\nThese changes break clients. If that is intended: npm run graphql-schema -- --breaking`,
  )
  process.exitCode = 1
} else {
  await writeFile(schemaFile, own)
  await writeFile(introspectionFile, introspectionTypes(own))
}
