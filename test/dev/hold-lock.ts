import { takeFileLock } from '@silla/db'

// a program that says whether it got the lock, and holds it until it is killed
const lock = takeFileLock(process.argv[2] ?? '')
console.log(lock ? 'got it' : 'taken')
if (lock) setInterval(() => {}, 60_000)
