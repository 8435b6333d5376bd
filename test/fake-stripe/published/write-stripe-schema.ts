import { writeFile } from 'node:fs/promises'
import { stripeSchemaFile, stripeSchemaText } from './stripe-schema.ts'

// npm run stripe-schema: writes packages/fake-stripe/stripe-schema.json.

await writeFile(stripeSchemaFile, stripeSchemaText())
