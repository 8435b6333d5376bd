import { writeFile } from 'node:fs/promises'
import { readOptions } from '../../support/program-options.ts'
import { stripeSchemaFile, stripeSchemaText } from './stripe-schema.ts'

await readOptions({
  command: 'npm run stripe-schema',
  about: "Writes packages/fake-stripe/stripe-schema.json from the types of Stripe's library.",
})

await writeFile(stripeSchemaFile, stripeSchemaText())
