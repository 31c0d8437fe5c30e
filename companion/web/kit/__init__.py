"""Shared parts of all served pages: sessions and access, sockets and polling, cameras and microphones, the servers."""
