#!/usr/bin/env -S node --conditions=@silla/source
import '../../node-version.js'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// what was compiled once is kept beside the dependencies: half the time of a start
module.enableCompileCache(
  fileURLToPath(new URL('../../node_modules/.cache/silla', import.meta.url)),
)

const { run } = await import('../src/main.ts')
await run(process.argv.slice(2))
