#!/usr/bin/env -S node --conditions=@silla/source
import '../../node-version.js'
import '../../compile-cache.js'

const { run } = await import('../src/main.ts')
await run(process.argv.slice(2))
