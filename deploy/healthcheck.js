// The health check of a container: succeeds if a GET of the URL is answered with a status of 2xx.
const [url = `http://127.0.0.1:${process.env.PORT || 3000}/readyz`] = process.argv.slice(2)

const response = await fetch(url).catch(() => null)
process.exit(response?.ok ? 0 : 1)
