#!/usr/bin/env node
import '../../../node-version.js'

await import('@silla/stripe-double/main')
