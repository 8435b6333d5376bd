#!/usr/bin/env node
import '../../../node-version.js'

await import('@silla/fake-stripe/main')
