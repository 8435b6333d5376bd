import { writeFile } from 'node:fs/promises'
import { readOptions } from '../../support/program-options.ts'
import { published } from './published.ts'

await readOptions({
  command: 'npm run cli-docs',
  about: 'Writes the generated documents of the command line.',
})

for (const { file, text } of published()) await writeFile(file, text)
