#!/usr/bin/env node
import '../../../node-version.js'
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'

// code that one start has compiled is kept for the next one
module.enableCompileCache(
  fileURLToPath(new URL('../../../node_modules/.cache/silla', import.meta.url)),
)

// garbage is collected when the heap has grown by 40 %, not only when it has grown fourfold
v8.setFlagsFromString('--heap-growing-percent=40')

await import('@silla/api/main')
