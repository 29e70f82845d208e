"""Every value that lives on disk: build, store, probe, verify, share."""
