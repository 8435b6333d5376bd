#!/usr/bin/env node
import '../../../node-version.js'
import '../../../compile-cache.js'

await import('@silla/dev/main')
