// Loaded into an app before anything else: at each SIGUSR2 a promise is rejected that nobody
// listens to, with a secret in it.
process.on('SIGUSR2', () => {
  void Promise.reject(new Error('the token is ghp_0123456789abcdefghijABCDEFGHIJ012345'))
})
