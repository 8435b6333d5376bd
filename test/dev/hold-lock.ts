import { acquireFileLock } from '@silla/db'

// prints whether it acquired the lock, and holds it until it is killed
const lock = acquireFileLock(process.argv[2] ?? '')
console.log(lock ? 'acquired' : 'busy')
if (lock) setInterval(() => {}, 60_000)
