import { writeFile } from 'node:fs/promises'
import { extractReaderScript } from './extract-reader-script.ts'
import { builtReaderScript } from './reader-script.ts'

// A step of `npm run build`: afterwards the API does not need the reader's package.

await writeFile(builtReaderScript, await extractReaderScript())
