#!/usr/bin/env node
import '../../../node-version.js'

// reuses the compiled code of the last start, which makes this one twice as fast
const { enableCompileCache } = await import('node:module')
enableCompileCache()

await import('@silla/dev/main')
