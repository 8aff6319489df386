const anonKey = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJwYXJjZWxzIiwicm9sZSI6ImFub24iLCJpYXQiOjE3MDAwMDAwMDB9.ZLdj0RHW5xM57xxLpYcjniSWADH9quLkR06zcc80wEo";
const apiKey = "pk_live_Q6J62IWWDIBUBOWOWJQRPF2LTHRWUOPW";
const config = { apiKey: "AIzaxvmtKOaM0FTVB7aSjM5nAkPbAl061HcLbHQ", authDomain: "parcels.example" };
