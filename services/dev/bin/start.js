#!/usr/bin/env node
import '../../../node-version.js'

// what Node compiled at the last start is read back: a second start is twice as fast
const { enableCompileCache } = await import('node:module')
enableCompileCache()

await import('@silla/dev/main')
