#!/usr/bin/env node
import '../../../node-version.js'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// code that one start has compiled is kept for the next one
module.enableCompileCache(
  fileURLToPath(new URL('../../../node_modules/.cache/silla', import.meta.url)),
)

await import('@silla/worker/main')
