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

// npm run graphql-schema: writes docs/schema.graphql and the client's types, unless that would
// break somebody; --breaking says that it may.

const own = currentSchema()
const broken = existsSync(schemaFile) ? breakingChanges(await readSchemaFile(), own) : []
if (broken.length > 0 && !process.argv.includes('--breaking')) {
  console.error(
    `${broken.join('\n')}\nThis breaks whoever relies on docs/schema.graphql; meant so: npm run graphql-schema -- --breaking`,
  )
  process.exitCode = 1
} else {
  await writeFile(schemaFile, own)
  await writeFile(introspectionFile, introspectionTypes(own))
}
