import { writeFile } from 'node:fs/promises'
import { published } from './published.ts'

// npm run cli-docs: writes the generated documents of the command line.
for (const { file, text } of published()) await writeFile(file, text)
