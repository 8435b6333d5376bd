// Imported first by every program, in words that any Node with modules understands: what follows
// needs Node 26.
const major = Number(process.versions.node.split('.')[0])

if (major < 26) {
  console.error(
    `Silla needs Node 26 and this is Node ${process.versions.node}. Start it with npm (npm start, npx silla), which brings the right one.`,
  )
  process.exit(1)
}
