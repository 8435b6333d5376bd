#!/usr/bin/env node
import '../../../node-version.js'
import '../../../compile-cache.js'
import v8 from 'node:v8'

// garbage is collected when the heap has grown by 40 %, not only when it has grown fourfold
v8.setFlagsFromString('--heap-growing-percent=40')

await import('@silla/api/main')
